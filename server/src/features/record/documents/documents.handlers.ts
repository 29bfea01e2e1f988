import * as contract from '#contract/record/endpoints.ts';
import { getPublicDocument } from '#contract/record/public.endpoints.ts';
import {
  readCode,
  recordLimits as limits,
  showCode,
  type PublicReason,
} from '#contract/record/limits.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import type { Documents } from '../../../kernel/http/documents.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { countInMemory, countUse, networkOf } from '../../../kernel/security/rate-limits.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { publicReads } from '../../sharing/sharing.rules.ts';
import { activeKey, didDocument, didOf, publicKeys } from '../keys/record-keys.ts';
import { revocationsPath, signCredential } from './credentials.ts';
import * as queries from './documents.queries.ts';
import { documentView, publicView } from './documents.views.ts';
import { makeDocument } from './issuing.ts';
import { encodeList, listLength, statusPath } from './status-list.ts';

/** Maximum documents that are created and signed for one person per hour. */
const issued = { max: 60, seconds: 3_600 };

const lastMoment = (date: string): Date => new Date(Date.parse(`${date}T23:59:59.999Z`));

export const documentsHandlers = [
  handleWithoutTransaction(contract.createDocument, async (call, input) => {
    const { me, origin, schoolId, now } = call;
    const { clientId, kind, entries, badges, award, withReflections, language, expiresOn } = input;
    const known = await transact(call, ({ db }) =>
      queries.selectDocumentBy(db, me.userId, clientId),
    );
    if (known !== undefined) return documentView(origin, known, now);
    const expiresAt = expiresOn === null ? null : lastMoment(expiresOn);
    if (expiresAt !== null && expiresAt <= now) throw problem('record_dates');
    await countUse(call, `record-documents:${me.userId}`, issued);
    const made = await makeDocument(call, me.userId, {
      kind,
      entries: entries?.map(idOf) ?? null,
      badges: kind === 'badge' ? [idOf(award ?? '0')] : (badges?.map(idOf) ?? null),
      withReflections,
      language,
      expiresAt,
    });
    return transact(call, async ({ db }) => {
      const isNew = await queries.insertDocument(db, schoolId, limits.documents, {
        user: me.userId,
        clientId,
        kind,
        code: made.code,
        statusId: made.statusId,
        award: kind === 'badge' && award !== undefined ? idOf(award) : null,
        content: made.content,
        file: made.file,
        sha256: made.sha256,
        expiresAt,
        now: made.issuedAt,
      });
      const row = await queries.selectDocumentBy(db, me.userId, clientId);
      if (!isNew && row === undefined)
        throw problem('too_many_record_documents', { max: limits.documents });
      return documentView(origin, orNotFound(row), now);
    });
  }),

  handle(contract.getDocumentFile, async ({ db, me }, { id }) => {
    const { kind, code, content, file } = orNotFound(
      await queries.selectFile(db, me.userId, idOf(id)),
    );
    const name = `${content.holder} ${showCode(code)}`
      .replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, ' ')
      .trim();
    return {
      name: `${name}.${kind === 'transcript' ? 'pdf' : 'jwt'}`,
      type: kind === 'transcript' ? 'application/pdf' : 'application/vc+jwt',
      base64: file.toString('base64'),
    };
  }),

  handle(contract.revokeDocument, async ({ db, me, now, origin }, { id }) =>
    documentView(
      origin,
      orNotFound(
        await queries.revokeDocument(db, idOf(id), {
          user: me.userId,
          reason: '',
          publicReason: null,
          now,
        }),
      ),
      now,
    ),
  ),

  // Everyone who has the code can read the document.
  handleWithoutTransaction(getPublicDocument, async (call, { code }) => {
    const { address, now } = call;
    // In a separate transaction, because an error rolls back the reading one, and people who guess codes only get
    // errors.
    await countUse(call, `public:${networkOf(address)}`, publicReads);
    return transact(call, async ({ db }) => {
      const row = await queries.selectPublicDocument(db, readCode(code));
      if (row === undefined) throw problem('record_document_unknown');
      await queries.updateOpened(db, row.id, now);
      return { document: publicView(row, now), isIndexed: false as const };
    });
  }),
];

/** Maximum requests for keys and revocations from one network. */
const reads = { max: 300, seconds: 600 };
/** Maximum number of listed revocations. */
const revokedMax = 100_000;

/** Headers of the public documents for verifiers. */
const openHeaders = {
  'Cache-Control': 'public, max-age=60',
  'Access-Control-Allow-Origin': '*',
} as const;

const countRead = ({ scope, address }: { scope: Scope; address: string }): Promise<void> =>
  countInMemory(scope, `record:${scope.school.school_id}:${networkOf(address)}`, reads);

const json = (
  name: string,
  path: string,
  read: (scope: Parameters<Documents['open']>[0], origin: string) => Promise<object>,
): Documents => ({
  name,
  path,
  methods: ['GET', 'HEAD'],
  open: async (scope, { origin, address }) => {
    await countRead({ scope, address });
    return {
      status: 200,
      headers: { ...openHeaders, 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify(await read(scope, origin)),
    };
  },
});

/** The public reason for a revocation. */
const revocationWords: Readonly<Record<PublicReason, string>> = {
  error: 'Issued in error',
  requirements: 'Requirements not met',
  replaced: 'Replaced by another document',
  rules: 'Revoked under the rules of the school',
};

/** Returns a status list as a credential signed by the school. */
const statusDocument: Documents = {
  name: 'record.status',
  path: statusPath(':list'),
  methods: ['GET', 'HEAD'],
  open: async (scope, { params, origin, address }) => {
    await countRead({ scope, address });
    const { list: given = '' } = params;
    if (!/^\d{1,4}$/.test(given)) throw problem('not_found');
    const list = Number(given);
    const read = await transact(scope, async (context) => {
      const newest = await queries.selectNewestList(context.db, listLength);
      if (list > (newest?.list ?? 0)) return undefined;
      const from = list * listLength;
      const revoked = await queries.selectRevokedPositions(context.db, from, from + listLength);
      return { revoked, signing: await activeKey(context) };
    });
    const { revoked, signing } = orNotFound(read);
    const issuedAt = scope.clock.now();
    const id = `${origin}${statusPath(list)}`;
    const credential = {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      id,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: didOf(origin),
      validFrom: issuedAt.toISOString(),
      credentialSubject: {
        id: `${id}#list`,
        type: 'BitstringStatusList',
        statusPurpose: 'revocation',
        encodedList: await encodeList(revoked),
      },
    };
    const issuer = { origin, name: scope.school.name, keyId: signing.id, key: signing.key };
    return {
      status: 200,
      headers: { ...openHeaders, 'Content-Type': 'application/vc+jwt' },
      body: await signCredential(issuer, credential, { issuedAt, expiresAt: null }),
    };
  },
};

/** The public documents with which programs verify the school's credentials. */
export const recordDocuments: readonly Documents[] = [
  statusDocument,
  json('record.did', '/.well-known/did.json', async (scope, origin) =>
    didDocument(origin, scope.school.name, await publicKeys(scope)),
  ),
  json('record.revocations', revocationsPath, async (scope, origin) => ({
    id: `${origin}${revocationsPath}`,
    issuer: origin,
    revokedCredential: (
      await transact(scope, ({ db }) => queries.selectRevoked(db, revokedMax), { readOnly: true })
    )
      .map(({ code, reason: own, public_reason: known }) => ({
        code,
        reason: known === null ? own : revocationWords[known],
      }))
      .map(({ code, reason }) => ({
        id: `${origin}/verify/${code}`,
        revoked: true,
        ...(reason !== '' && { revocationReason: reason }),
      })),
  })),
];
