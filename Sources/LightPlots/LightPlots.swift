// One import gives the plot and the statistics that it draws.
@_exported public import LightStatistics
