# Reports of a validation as documents: facts, sections and annexes for sets of two and of many
# classes and for conclusions. Begin with report-validation; the files
# report-* choose sentences of inst/sentences.dcf, which explain-words says.
#
# Other rooms use:
#   report-facts: report_facts, report_step
#   report-language: with_words_of
#   report-markdown: markdown_table, plain_paragraph, plain_text
#   report-render: check_report_tools, render_report, report_markdown, save_picture
#   report-sections: package_versions, section_front, section_signatures
#   report-validation: validation_report
