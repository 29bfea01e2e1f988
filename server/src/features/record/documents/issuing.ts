import { createHash, randomInt } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { codeLetters, type DocumentKind, type DocumentLanguage } from '#contract/record/limits.ts';
import type { DocumentContent } from '#contract/record/public.endpoints.ts';
import type { Context, Scope } from '../../../kernel/context.ts';
import { transact } from '../../../kernel/context.ts';
import { paperOf } from '../../../kernel/documents/paper.ts';
import { pdfOf } from '../../../kernel/documents/pdf.ts';
import { encodeHomeIcon } from '../../../kernel/files/picture-encoding.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { selectAwards } from '../badges/badges.queries.ts';
import { activeKey } from '../keys/record-keys.ts';
import { selectVerifiedOf, type EntryRow } from '../record.queries.ts';
import { badgeCredential, recordCredential } from './credentials.ts';
import { selectFreePosition, selectHolder, selectNewestList } from './documents.queries.ts';
import { designOf, readSignature, usualLayout } from './layout.ts';
import { selectLayout } from './layout.queries.ts';
import { listLength, listUsedMax, randomPositions } from './status-list.ts';
import { transcriptOf } from './transcript.ts';

/** Returns ten random letters and digits (50 bits), so that people can't guess a document's code. */
export const newCode = (): string =>
  Array.from({ length: 10 }, () => codeLetters[randomInt(codeLetters.length)]).join('');

/** A requested document. */
export interface DocumentRequest {
  readonly kind: DocumentKind;
  /** Ids of experiences; null for all verified ones. */
  readonly entries: readonly number[] | null;
  /** Ids of awards; null for all. A badge document has exactly one. */
  readonly badges: readonly number[] | null;
  readonly withReflections: boolean;
  readonly language: DocumentLanguage;
  readonly expiresAt: Date | null;
}

const day = (at: Date): string => at.toISOString().slice(0, 10);

const issuedEntry = (row: EntryRow, withReflections: boolean) => ({
  id: String(row.id),
  kind: row.kind.name,
  title: row.title,
  organization: row.organization,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  minutes: row.minutes,
  summary: row.summary,
  reflection: withReflections ? row.reflection : '',
  competencies: row.competencies.map(({ name }) => name),
  verifiedBy: row.verified_by,
  verifiedOn: row.verified_at === null ? '' : day(row.verified_at),
});

/** Returns the content of a document: verified experiences and valid badges. */
const readContent = async (
  { db }: Context,
  user: number,
  { kind, entries, badges, withReflections }: DocumentRequest,
): Promise<{ content: DocumentContent; email: string | null; isPartial: boolean }> => {
  const holder = orNotFound(await selectHolder(db, user));
  const allRows = kind === 'badge' ? [] : await selectVerifiedOf(db, user, null);
  const allAwards = await selectAwards(db, user, kind === 'badge' ? badges : null);
  const rows = allRows.filter(({ id }) => entries === null || entries.includes(id));
  const awards = allAwards.filter(({ id }) => badges === null || badges.includes(id));
  if (kind === 'badge' && awards.length === 0) throw problem('not_found');
  if (rows.length === 0 && awards.length === 0) throw problem('record_document_empty');
  return {
    email: holder.email,
    isPartial: rows.length < allRows.length || awards.length < allAwards.length,
    content: {
      holder: holder.name,
      program: holder.program,
      yearOfGraduation: holder.year,
      entries: rows.map((row) => issuedEntry(row, withReflections)),
      badges: awards.map((one) => ({
        id: String(one.id),
        badge: String(one.badge),
        name: one.name,
        description: one.description,
        awardedOn: day(one.awarded_at),
      })),
    },
  };
};

/** Returns the school's icon as a PNG for print. Null if it has none. */
export const logoOf = async ({ school, files }: Scope): Promise<Uint8Array | null> => {
  const file = school.favicon === null ? null : await files.get(school.school_id, school.favicon);
  return file === null ? null : encodeHomeIcon(await buffer(file.stream), 192);
};

/** Returns a random free position in the school's status lists. */
const newStatusId = async ({ db }: Context): Promise<number> => {
  const { list = 0, used = 0 } = (await selectNewestList(db, listLength)) ?? {};
  const positions = randomPositions(used < listUsedMax ? list : list + 1, 50);
  return orNotFound(await selectFreePosition(db, positions));
};

export interface PreparedDocument {
  readonly code: string;
  /** Null for transcripts. */
  readonly statusId: number | null;
  readonly content: DocumentContent;
  readonly file: Buffer;
  readonly sha256: Buffer;
  readonly issuedAt: Date;
}

/** Creates a document without storing it. It reads in a separate transaction, because drawing takes long. */
export const makeDocument = async (
  scope: Scope,
  user: number,
  wanted: DocumentRequest,
): Promise<PreparedDocument> => {
  const { origin, school } = scope;
  const code = newCode();
  const issuedAt = scope.clock.now();
  const { content, email, isPartial, issuer, layout, statusId } = await transact(
    scope,
    async (context) => {
      const looks = wanted.kind === 'transcript' ? await selectLayout(context.db) : undefined;
      const hidesReflections = looks?.shown.includes('reflections') === false;
      return {
        ...(await readContent(context, user, {
          ...wanted,
          withReflections: wanted.withReflections && !hidesReflections,
        })),
        layout: looks,
        statusId: wanted.kind === 'transcript' ? null : await newStatusId(context),
        issuer:
          wanted.kind === 'transcript'
            ? null
            : await activeKey(context).then(({ id, key }) => ({
                origin,
                name: school.name,
                keyId: id,
                key,
              })),
      };
    },
  );
  const { expiresAt } = wanted;
  const draw = async () =>
    pdfOf(
      transcriptOf({
        school: school.name,
        logo: await logoOf(scope),
        code,
        origin,
        issuedAt,
        language: wanted.language,
        paper: paperOf(school),
        content,
        looks: designOf(
          layout ?? usualLayout,
          wanted.language,
          await readSignature(scope, layout?.signature?.id ?? null),
        ),
      }),
    );
  const write = async () => {
    if (issuer === null || statusId === null)
      throw new Error('a credential needs an issuer and a position');
    const facts = { code, statusId, issuedAt, expiresAt, email, content, isPartial };
    const signed = wanted.kind === 'badge' ? badgeCredential : recordCredential;
    return Buffer.from(await signed(issuer, facts));
  };
  const file = await (wanted.kind === 'transcript' ? draw() : write());
  const sha256 = createHash('sha256').update(file).digest();
  return { code, statusId, content, file, sha256, issuedAt };
};
