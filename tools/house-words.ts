import type { File, Report } from './house-files.ts';

/** Retired words with their replacements (docs/glossary.md). No new identifier contains them. */
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
 * Checks the names of declarations, except names from the database: its generated table types, and rows with its underscored columns. Skips
 * comments, because sentences may contain "type" before another word.
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
