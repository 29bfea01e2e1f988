import type { Bundle } from '../imports/zip.ts';
import { trimCell, headerKey, readCsv } from '../../kernel/files/csv.ts';
import type { ReportProblem } from '../imports/problems.ts';
import { fileOf, kinds, kindsOf, type Kind, type Version } from './kinds.ts';

/** The mode of a file: all rows (`bulk`), or only changed ones (`delta`). */
export type Mode = 'bulk' | 'delta';

/** The files of a roster. */
export interface Manifest {
  readonly version: Version;
  /** In the order in which they are read. */
  readonly files: readonly { readonly kind: Kind; readonly mode: Mode }[];
}

const manifestFile = 'manifest.csv';
const versions: Record<string, Version> = {
  '1.1': '1.1',
  'v1.1': '1.1',
  '1p1': '1.1',
  '1.2': '1.2',
  'v1.2': '1.2',
  '1p2': '1.2',
};

type Lines = Map<string, { readonly line: number; readonly value: string }>;

/** Returns the manifest's properties. If the file isn't a manifest, reports it and returns null. */
const readLines = async (bundle: Bundle, report: ReportProblem): Promise<Lines | null> => {
  const lines: Lines = new Map();
  let isStarted = false;
  for await (const { line, cells } of readCsv(await bundle.open(manifestFile), report)) {
    const [name = '', value = ''] = cells.map((cell) =>
      typeof cell === 'string' ? trimCell(cell) : '',
    );
    if (!isStarted) {
      isStarted = true;
      if (headerKey(name) === 'propertyname' && headerKey(value) === 'value') continue;
      report({ line, column: '', reason: 'the file must begin with propertyName,value' });
      return null;
    }
    if (lines.has(name))
      report({
        line,
        column: 'propertyName',
        reason: `${name} is already in line ${lines.get(name)?.line}`,
      });
    else lines.set(name, { line, value });
  }
  if (!isStarted)
    report({
      line: 1,
      column: '',
      reason: 'the file is empty; it must begin with propertyName,value',
    });
  return isStarted ? lines : null;
};

const readVersion = async (
  bundle: Bundle,
  lines: Lines,
  report: ReportProblem,
  note: ReportProblem,
): Promise<Version | null> => {
  const entry = lines.get('oneroster.version');
  const guessed = (await bundle.size(fileOf('roles'))) === null ? '1.1' : '1.2';
  if (entry === undefined || entry.value === '') {
    note({
      line: 1,
      column: '',
      reason: `oneroster.version is missing; the files were read as OneRoster ${guessed}`,
    });
    return guessed;
  }
  const name = entry.value.toLowerCase();
  const version = Object.hasOwn(versions, name) ? versions[name] : undefined;
  if (version === undefined)
    report({
      line: entry.line,
      column: 'value',
      reason: `OneRoster ${entry.value} is not supported; use 1.1 or 1.2`,
    });
  return version ?? null;
};

/** Notes files in the manifest that the import doesn't use. */
const noteOthers = (lines: Lines, version: Version, note: ReportProblem): void => {
  for (const [name, { line, value }] of lines) {
    const kind = /^file\.(.+)$/.exec(name)?.[1];
    if (kind === undefined || !/^(bulk|delta)$/i.test(value)) continue;
    const isOfOther = kinds.some((one) => one.name === kind);
    if (!kindsOf(version).some((one) => one.name === kind))
      note({
        line,
        column: 'value',
        reason: `${kind}.csv ${isOfOther ? `is not part of OneRoster ${version}` : 'is not imported'} and was skipped`,
      });
  }
};

/**
 * Returns the files to read and their modes. Without a manifest, all files in the folder are bulk files. If a problem
 * makes that impossible, reports it and returns null.
 */
export const readManifest = async (
  bundle: Bundle,
  report: ReportProblem,
  note: ReportProblem,
): Promise<Manifest | null> => {
  const has = async (kind: Kind) => (await bundle.size(fileOf(kind.name))) !== null;
  if ((await bundle.size(manifestFile)) === null) {
    const version = (await bundle.size(fileOf('roles'))) === null ? '1.1' : '1.2';
    note({
      line: 1,
      column: '',
      reason: `there is no manifest; all files were read as bulk files of OneRoster ${version}`,
    });
    const found: Manifest['files'][number][] = [];
    for (const kind of kindsOf(version)) if (await has(kind)) found.push({ kind, mode: 'bulk' });
    return { version, files: found };
  }
  const lines = await readLines(bundle, report);
  if (lines === null) return null;
  const version = await readVersion(bundle, lines, report, note);
  if (version === null) return null;
  noteOthers(lines, version, note);
  const files: Manifest['files'][number][] = [];
  for (const kind of kindsOf(version)) {
    const entry = lines.get(`file.${kind.name}`);
    const mode = entry?.value.toLowerCase() ?? '';
    const line = entry?.line ?? 1;
    const hasFile = await has(kind);
    if (mode === 'bulk' || mode === 'delta') {
      if (hasFile) files.push({ kind, mode });
      else
        report({
          line,
          column: 'value',
          reason: `${fileOf(kind.name)} is missing, but the manifest lists it as ${mode}`,
        });
    } else if (mode !== 'absent' && mode !== '')
      report({ line, column: 'value', reason: `${entry?.value} is not absent, bulk or delta` });
    else if (hasFile)
      note({
        line,
        column: 'value',
        reason: `${fileOf(kind.name)} exists, but the manifest lists it as absent; it was skipped`,
      });
  }
  if (files.length === 0)
    report({ line: 1, column: '', reason: 'lists no file that can be imported' });
  return { version, files };
};
