import type { File, Report } from './house-files.ts';

/** Words that no new identifier has as a part of its name, and the word to use (docs/glossary.md). */
export const retiredWords: Readonly<Record<string, string>> = {
  allowance: 'rateLimit',
  closeness: 'relationship',
  crossing: 'ssoState',
  crossings: 'ssoStates',
  demands: 'filters',
  departure: 'redirect',
  departures: 'redirects',
  eyes: 'viewer',
  gather: 'batch',
  gathered: 'batched',
  gathering: 'batching',
  gathers: 'batches',
  happening: 'systemMessage',
  happenings: 'systemMessages',
  hear: 'subscribe or receive',
  heard: 'received',
  hearer: 'listener',
  hearers: 'listeners',
  hears: 'receives',
  keeper: 'fileReferences',
  keepers: 'fileReferences',
  ledger: 'deliveryLog or importJournal',
  ledgers: 'deliveryLogs or importJournals',
  passage: 'sendPermission',
  passages: 'sendPermissions',
  refusal: 'error',
  refusals: 'errors',
  seal: 'encrypt',
  sealed: 'encrypted',
  seals: 'encrypts',
  sight: 'visibility',
  standing: 'status',
  tell: 'broadcast, notify or report',
  tells: 'reports',
  told: 'reported',
  upkeep: 'maintenance',
};

const declaration =
  /\b(?:const|let|function\*?|class|interface|type|enum|readonly)\s+([A-Za-z$][\w$]*)/g;
const partsOf = (name: string): string[] =>
  name.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((part) => part.toLowerCase());

/**
 * Names of declarations, apart from what the database names: its tables' types are generated, and rows have its columns with
 * underscores. Lines of comments are left out, since prose says "the type it seals".
 */
export const checkWords = (file: File, report: Report): void => {
  if (file.path === 'server/src/kernel/database/tables.ts') return;
  const code = file.text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  for (const [, name = ''] of code.matchAll(declaration)) {
    if (name.includes('_')) continue;
    for (const part of partsOf(name)) {
      const word = Object.hasOwn(retiredWords, part) ? retiredWords[part] : undefined;
      if (word !== undefined)
        report(
          file,
          'word',
          `names something "${name}"; the word for "${part}" is ${word} (docs/glossary.md)`,
        );
    }
  }
};
