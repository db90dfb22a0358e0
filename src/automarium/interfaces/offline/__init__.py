"""The companion in a browser alone: the same pages, made by Python inside the page. Only the way to them is here."""
