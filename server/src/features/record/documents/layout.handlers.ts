import * as contract from '#contract/record/layout.endpoints.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { transact } from '../../../kernel/context.ts';
import { paperOf } from '../../../kernel/documents/paper.ts';
import { pdfOf } from '../../../kernel/documents/pdf.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { idOf } from '../../../kernel/sql.ts';
import { lockUploads } from '../../uploads/uploads.queries.ts';
import { uploadView } from '../../uploads/uploads.views.ts';
import { logoOf } from './issuing.ts';
import { designOf, readSignature, usualLayout } from './layout.ts';
import * as queries from './layout.queries.ts';
import { sampleContent } from './sample.ts';
import { transcriptOf } from './transcript.ts';

/** Maximum previews for one person per hour. */
const previews = { max: 120, seconds: 3_600 };

/** A code with a valid format that no document has. */
const sampleCode = '0000000000';

type LayoutInput = Omit<InputOf<'PUT /api/v1/school/record/layout'>, 'version'>;

const layoutView = async (call: Call) => {
  const row = await queries.selectLayout(call.db);
  const { signatory, texts, shown } = row ?? usualLayout;
  const holder = { kind: queries.signatureUploads.kind, holder: call.schoolId };
  return {
    signatory,
    texts,
    shown: [...shown],
    signature: row?.signature ? uploadView(call, holder, row.signature) : null,
    version: row?.version ?? 0,
  };
};

/** Returns the upload with the signature: a picture of the caller, or the stored one. */
const signatureOf = async (
  { db, me }: Pick<Call, 'db' | 'me'>,
  { signature }: LayoutInput,
): Promise<number | null> => {
  if (signature === null) return null;
  const id = idOf(signature);
  const isStored = (await queries.selectLayout(db))?.signature?.id === id;
  const isOwn = (await lockUploads(db, [id], me.userId)).length > 0;
  if ((!isStored && !isOwn) || !(await queries.isPicture(db, id)))
    throw problem('record_signature_unknown');
  return id;
};

const columnsOf = ({ signatory, texts, shown }: LayoutInput): queries.LayoutColumns => ({
  signatory,
  texts,
  shown: [...new Set(shown)],
});

export const layoutHandlers = [
  handle(contract.getTranscriptLayout, (call) => layoutView(call)),

  handle(contract.updateTranscriptLayout, async (call, { version, ...sent }) => {
    const signature = await signatureOf(call, sent);
    const columns = { ...columnsOf(sent), signature };
    if (!(await queries.upsertLayout(call.db, call.schoolId, version, columns)))
      throw problem('record_setup_changed');
    await record(call, 'record_changed', { act: 'layout', about: '' });
    return layoutView(call);
  }),

  handleWithoutTransaction(contract.previewTranscript, async (call, { language, ...sent }) => {
    const { me, origin, school, now } = call;
    await countUse(call, `record-previews:${me.userId}`, previews);
    const upload = await transact(call, ({ db }) => signatureOf({ db, me }, sent));
    const bytes = await pdfOf(
      transcriptOf({
        school: school.name,
        logo: await logoOf(call),
        code: sampleCode,
        origin,
        issuedAt: now,
        language,
        paper: paperOf(school),
        content: sampleContent(language, now),
        looks: designOf(columnsOf(sent), language, await readSignature(call, upload)),
        isSample: true,
      }),
    );
    return { name: 'preview.pdf', type: 'application/pdf', base64: bytes.toString('base64') };
  }),
];
