"""Values of Cllr that publications on automated LR systems give, from the data of

Van Lierop S, Ramos D, Sjerps M, Ypma R (2024). An overview of log likelihood ratio cost in forensic
science: where is it used and what values can we expect? Forensic Science International: Synergy 8,
100466. https://doi.org/10.1016/j.fsisyn.2024.100466

which are public in Dataset.xlsx of https://github.com/NetherlandsForensicInstitute/cllr-review
(Apache License 2.0). Run from the package root with that file; it needs Python alone:

  python3 data-raw/published_cllr.py Dataset.xlsx

Rows are chosen as the authors choose them for their figure of values: automated systems whose Cllr
was reported and is relevant for casework, and of each data set the lowest. What is changed: columns
are left out and renamed, numbers are rounded to 6 digits, and a given name taken from a surname.
"""

import csv
import re
import sys
import xml.etree.ElementTree as ElementTree
import zipfile

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
COLUMNS = {
    "publication": "Authors",
    "field": "Forensic Area Publication",
    "analysis": "Forensic Analysis",
    "cllr": "Cllr",
    "cllr_min": "Cllr min",
    "trials": "Dataset",
}


def read_sheet(path):
    """The rows of the first sheet, each a dictionary by the names in its first row."""
    book = zipfile.ZipFile(path)
    strings = [
        "".join(text.text or "" for text in item.iter(MAIN + "t"))
        for item in ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
    ]
    rows = []
    for row in ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml")).iter(MAIN + "row"):
        cells = {}
        for cell in row:
            value = cell.find(MAIN + "v")
            if value is not None:
                shared = cell.get("t") == "s"
                text = strings[int(value.text)] if shared else value.text
                cells[re.match("[A-Z]+", cell.get("r")).group()] = text
        rows.append(cells)
    return [{name: row.get(at) for at, name in rows[0].items()} for row in rows[1:]]


def chosen(rows):
    lowest = {}
    for row in rows:
        counts = (
            row["System Type"] == "(Semi)-Automated System"
            and row["Taken into account for Range"] == "True"
            and row["Cllr Reported"] == "Yes"
            and row["Cllr"]
            and row["Dataset"]
        )
        known = lowest.get(row["Dataset"])
        if counts and (known is None or float(row["Cllr"]) < float(known["Cllr"])):
            lowest[row["Dataset"]] = row
    return lowest.values()


def record(row):
    out = {name: " ".join((row[source] or "").split()) for name, source in COLUMNS.items()}
    for name in ("cllr", "cllr_min"):
        out[name] = "%.6g" % float(out[name]) if out[name] else ""
    out["publication"] = out["publication"].replace("Stewart Morrison", "Morrison")
    return out


records = sorted(map(record, chosen(read_sheet(sys.argv[1]))),
                 key=lambda row: (row["field"], float(row["cllr"])))
with open("inst/published-cllr.csv", "w", newline="", encoding="utf-8") as file:
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
