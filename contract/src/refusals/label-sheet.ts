/** Sheets of labels with codes. */
export const labelSheetRefusals = {
  'label_sheet.unknown': '{field}: must be measures such as 210x297,3x8,63.5x33.9 or one of {choices:list}',
  'label_sheet.off_page': '{field}: the labels are not all on the page',
  'label_sheet.too_small':
    '{field}: these labels are too small for this code, which needs {least} mm to be read: choose larger ones, a Data Matrix code, or less in it',
  'label_sheet.too_long': '{field}: is too long for a code',
  'label_sheet.too_many': 'A file has at most {most:count} labels, not {given:count}: choose fewer entries or copies',
} as const
