#ifndef CLANES_H
#define CLANES_H
#endif
