import type { RecordDocument, RecordEntry } from '#contract/record/endpoints.ts';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { staleSubmission } from '../approvals/approvals.data.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { saveBase64 } from '../../lib/save-file.ts';
import remindWords from 'messages:en/approvals.remind*';

addEnglish(remindWords);

const recordCall = 'GET /api/v1/cct';
const entriesCall = 'GET /api/v1/cct/entries';
const entryCall = 'GET /api/v1/cct/entries/{id}';
const setupCall = 'GET /api/v1/school/record';
const verifiedCall = 'GET /api/v1/school/record/entries';
const awardsCall = 'GET /api/v1/school/record/badges/{id}/awards';
const layoutCall = 'GET /api/v1/school/record/layout';
const issuedCall = 'GET /api/v1/school/record/documents';

/** What changes with an experience. */
export const staleRecord = [recordCall, entriesCall, entryCall] as const;
/** What changes when staff revoke something. */
export const staleVerified = [verifiedCall, issuedCall] as const;

export const recordQuery = () => callQuery(recordCall, {});
export const entriesQuery = () => callQuery(entriesCall, {});
export const entryQuery = (id: string) => callQuery(entryCall, { id });
export const layoutQuery = () => callQuery(layoutCall, {});
export const setupQuery = () => callQuery(setupCall, {});
export const documentQuery = (code: string) => callQuery('GET /api/v1/public/record', { code });

/** The school's setup is the answer of each call that changes it. */
export const setupKey = setupQuery().queryKey;

export const verifiedPages = (search: string) => ({
  queryKey: [verifiedCall, 'pages', search] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(verifiedCall, { search, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
});

export const issuedPages = () => ({
  queryKey: [issuedCall, 'pages'] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(issuedCall, pageParam === null ? {} : { cursor: pageParam }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
});

/** What changes with an award. */
export const staleAwards = [setupCall, awardsCall] as const;

/** Who has a badge, page by page. */
export const holderPages = (id: string) => ({
  queryKey: [awardsCall, 'pages', id] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(awardsCall, { id, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
});

/** Saves the file of a document. */
export function useSaveDocument() {
  return useAction(
    ({ id }: RecordDocument) => call('GET /api/v1/cct/documents/{id}/file', { id }),
    {
      onSuccess: ({ name, type, base64 }) => saveBase64(name, base64, type),
    },
  );
}

/** What is done with one experience. */
export function useEntryActs() {
  const { t } = useMessages();
  return {
    submit: useAction(
      ({ id }: RecordEntry) => call('POST /api/v1/cct/entries/{id}/submission', { id }),
      {
        invalidates: staleRecord,
        success: t('record.submitted'),
      },
    ),
    withdraw: useAction(
      ({ id }: RecordEntry) => call('DELETE /api/v1/cct/entries/{id}/submission', { id }),
      { invalidates: staleRecord, success: t('record.withdrawn') },
    ),
    remind: useAction(
      ({ submission }: RecordEntry) =>
        call('POST /api/v1/approvals/{id}/reminder', { id: submission ?? '' }),
      { invalidates: [...staleRecord, ...staleSubmission], success: t('approvals.reminded') },
    ),
    remove: useAction(({ id }: RecordEntry) => call('DELETE /api/v1/cct/entries/{id}', { id }), {
      confirm: ({ title, state }) => ({
        title: t('record.deleteTitle', { title }),
        body: t(state === 'verified' ? 'record.deleteVerifiedBody' : 'record.deleteBody'),
        yes: t('record.delete'),
        isDanger: true,
      }),
      invalidates: staleRecord,
      success: t('record.deleted'),
    }),
  };
}
