// Tables for a spreadsheet, in the form of this browser's language.

/** What to add to a CSV's address so that Excel opens it. */
export function forExcel() {
  const comma = new Intl.NumberFormat(navigator.language).format(0.5).includes(",");
  return comma ? "for=excel&sep=%3B&decimal=%2C" : "for=excel";
}
