"""A server of PySpark on the loopback device: one JSON request a line, one JSON answer a line.

Numbers travel as hexadecimal text, so that no digit is lost; None is a missing value.
"""
import json
import socket
import sys

from pyspark.sql import SparkSession

TYPES = {"double": "DOUBLE", "integer": "INT", "logical": "BOOLEAN", "character": "STRING"}


def text_of(value):
    if value is None or isinstance(value, str):
        return value
    return float(value).hex()


def kind_of(column):
    known = [value for value in column if value is not None]
    if known and all(isinstance(value, bool) for value in known):
        return "logical"
    return "character" if any(isinstance(value, str) for value in known) else "double"


def answer(spark, request):
    if request["op"] == "table":
        columns = [[None if x is None else READ[kind](x) for x in column]
                   for kind, column in zip(request["kinds"], request["columns"])]
        schema = ", ".join(f"`{name}` {TYPES[kind]}"
                           for name, kind in zip(request["names"], request["kinds"]))
        frame = spark.createDataFrame(list(zip(*columns)), schema)
        frame.write.mode("overwrite").saveAsTable(request["table"])
        return {"names": []}
    frame = spark.sql(request["sql"])
    columns = list(zip(*frame.collect())) if frame.columns else []
    columns = columns or [() for _ in frame.columns]
    return {"names": frame.columns, "kinds": [kind_of(column) for column in columns],
            "columns": [[text_of(value) for value in column] for column in columns]}


READ = {"double": float.fromhex, "integer": lambda x: int(float.fromhex(x)),
        "logical": lambda x: float.fromhex(x) != 0, "character": str}


def main():
    spark = (SparkSession.builder.master("local[2]").appName("calibrant")
             .config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2")
             .config("spark.sql.warehouse.dir", sys.argv[2]).getOrCreate())
    spark.sparkContext.setLogLevel("OFF")
    with socket.create_server(("127.0.0.1", int(sys.argv[1]))) as server:
        while True:
            client, _ = server.accept()
            with client, client.makefile("rw", encoding="utf-8") as lines:
                for line in lines:
                    try:
                        found = answer(spark, json.loads(line))
                    except Exception as error:  # whatever Spark says goes to R
                        found = {"error": str(error)[:1000]}
                    lines.write(json.dumps(found) + "\n")
                    lines.flush()


if __name__ == "__main__":
    main()
