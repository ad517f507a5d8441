/* arguments.h: the arguments of Convert that are options of `tonemap convert`. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "json.h"
#include <VapourSynth4.h>
#include <stdbool.h>

/* Adds their names and types to the signature of a function. */
void arguments_add_signature(struct text *signature);

/* Adds the options that are stated; false, with an error, if a number is not finite. */
bool arguments_add_options(const VSMap *arguments, struct text *options, struct text *error, const VSAPI *vsapi);

#endif
