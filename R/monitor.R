# Monitor of a system in use: an e-process that grows with each trial. Begin with monitor-start;
# monitor-update adds trials.
#
# Other rooms use:
#   monitor-file: check_monitor
#   monitor-start: monitor, monitor_facts
