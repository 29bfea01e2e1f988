import { headerKey } from '../../kernel/files/csv.ts';
import { campusFiles, requiredColumns, type CampusFile } from './campus-files.ts';
import { clubFields, clubMemberFields, clubOfficerFields } from './club-fields.ts';
import {
  courseFields,
  meetingFields,
  sectionFields,
  sectionMemberFields,
  termFields,
} from './course-fields.ts';
import { eventFields } from './event-fields.ts';
import { chargeFields, holdFields, paymentFields } from './finance-fields.ts';
import { clubAccountFields, entryFields } from './club-money-fields.ts';
import { connectionFields, personFields } from './imports.rules.ts';
import { columnNames } from './rows.ts';

const fieldsOf: Readonly<Record<CampusFile, Readonly<Record<string, unknown>>>> = {
  'people.csv': personFields,
  'connections.csv': connectionFields,
  'clubs.csv': clubFields,
  'club-members.csv': clubMemberFields,
  'club-officers.csv': clubOfficerFields,
  'events.csv': eventFields,
  'terms.csv': termFields,
  'courses.csv': courseFields,
  'sections.csv': sectionFields,
  'meetings.csv': meetingFields,
  'section-members.csv': sectionMemberFields,
  'charges.csv': chargeFields,
  'payments.csv': paymentFields,
  'holds.csv': holdFields,
  'club-accounts.csv': clubAccountFields,
  'ledger-entries.csv': entryFields,
};

/** Returns the only list that has all these columns, or null if none or several do. */
export const listWithColumns = (header: readonly string[]): CampusFile | null => {
  const keys = header.filter((name) => headerKey(name) !== '').map(headerKey);
  const fitting = campusFiles.filter((file) => {
    const names = columnNames(Object.keys(fieldsOf[file]));
    const found = new Set(keys.map((key) => names.get(key)));
    return !found.has(undefined) && requiredColumns[file].every((name) => found.has(name));
  });
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
};

/**
 * Returns the list for a file name, or null. Ignores case and the additions of browsers, file managers, and spreadsheet programs:
 * `People (1).csv`, `people - Kopie.csv`, `Copy of people.csv`, `people.csv.txt`.
 */
export const listNamed = (name: string, known: readonly string[]): string | null => {
  const stem = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?:\.(?:csv|tsv|txt))+$/, '')
    .replace(/(?:[\s_-]*\(\d+\)|\s+-\s+(?:copy|kopie|copie|copia|نسخة))+$/u, '')
    .replace(/^(?:copy of|kopie von|copie de|copia de)\s+/, '')
    .replaceAll(/[\s_]+/g, '-');
  return known.find((one) => one.toLowerCase() === `${stem}.csv`) ?? null;
};
