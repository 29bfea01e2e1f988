import type { RecordDocument, RecordEntry } from '#contract/record/endpoints.ts';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { staleSubmission } from '../approvals/approvals.data.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { saveBase64 } from '../../lib/save-file.ts';
import remindWords from 'messages:en/approvals.remind*';
import { remindReviewers } from '#contract/approvals/calls.ts';
import {
  deleteExperience,
  getDocumentFile,
  getExperience,
  getPublicDocument,
  getRecord,
  getRecordSetup,
  getTranscriptLayout,
  listAwards,
  listExperiences,
  listIssued,
  listVerified,
  submitExperience,
  withdrawExperience,
} from '#contract/record/calls.ts';

addEnglish(remindWords);

/** Calls to repeat after an experience changes. */
export const staleRecord = [getRecord, listExperiences, getExperience] as const;
/** Calls to repeat after staff revoke something. */
export const staleVerified = [listVerified, listIssued] as const;

export const recordQuery = () => callQuery(getRecord, {});
export const entriesQuery = () => callQuery(listExperiences, {});
export const entryQuery = (id: string) => callQuery(getExperience, { id });
export const layoutQuery = () => callQuery(getTranscriptLayout, {});
export const setupQuery = () => callQuery(getRecordSetup, {});
export const documentQuery = (code: string) => callQuery(getPublicDocument, { code });

/** Every call that changes the school's setup returns it. */
export const setupKey = setupQuery().queryKey;

export const verifiedPages = (search: string) => ({
  queryKey: [listVerified, 'pages', search] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(listVerified, { search, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
});

export const issuedPages = () => ({
  queryKey: [listIssued, 'pages'] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(listIssued, pageParam === null ? {} : { cursor: pageParam }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
});

/** Calls to repeat after an award changes. */
export const staleAwards = [getRecordSetup, listAwards] as const;

/** The recipients of a badge, page by page. */
export const holderPages = (id: string) => ({
  queryKey: [listAwards, 'pages', id] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(listAwards, { id, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
});

/** Downloads the file of a document. */
export function useSaveDocument() {
  return useAction(({ id }: RecordDocument) => call(getDocumentFile, { id }), {
    onSuccess: ({ name, type, base64 }) => saveBase64(name, base64, type),
  });
}

/** The actions for an experience. */
export function useEntryActs() {
  const { t } = useMessages();
  return {
    submit: useAction(({ id }: RecordEntry) => call(submitExperience, { id }), {
      invalidates: staleRecord,
      success: t('record.submitted'),
    }),
    withdraw: useAction(({ id }: RecordEntry) => call(withdrawExperience, { id }), {
      invalidates: staleRecord,
      success: t('record.withdrawn'),
    }),
    remind: useAction(
      ({ submission }: RecordEntry) => call(remindReviewers, { id: submission ?? '' }),
      { invalidates: [...staleRecord, ...staleSubmission], success: t('approvals.reminded') },
    ),
    remove: useAction(({ id }: RecordEntry) => call(deleteExperience, { id }), {
      confirm: ({ title, state }) => ({
        title: t('record.deleteTitle', { title }),
        body: t(state === 'verified' ? 'record.deleteVerifiedBody' : 'record.deleteBody'),
        confirmLabel: t('record.delete'),
        isDanger: true,
      }),
      invalidates: staleRecord,
      success: t('record.deleted'),
    }),
  };
}
