# Trust: qualification of an installation, certified sets, and the record of a system over its
# life. Begin with trust-qualify and trust-record.
#
# Other rooms use:
#   trust-qualify: qualify
