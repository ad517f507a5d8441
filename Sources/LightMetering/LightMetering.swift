// One import gives the meter, the plans that it reads frames by and the statistics that it gives.
@_exported public import LightStatistics
@_exported public import ToneMapping
