import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportRun } from '#contract/imports/endpoints.ts';
import { queryClient } from '../../lib/call.ts';
import { addEnglish } from '../../lib/messages.ts';
import { useHasPermission } from '../../lib/session-store.ts';
import { FinishedCard } from './finished-card.tsx';
import {
  importsKey,
  isAtWork,
  isEnded,
  runQuery,
  sendImport,
  type UploadProgress,
} from './imports.data.ts';
import { PastImports } from './past-imports.tsx';
import { ReviewCard } from './review-card.tsx';
import { RunCard } from './run-card.tsx';
import { UploadCard } from './upload-card.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import english from './messages/en.json';

addEnglish(english);

/** Polling intervals of an import in milliseconds: while the server works, and while it waits for a decision. */
const refetchMs = { atWork: 1_000, resting: 15_000 } as const;

const refetchDelay = (run: ImportRun | null | undefined): number | false => {
  if (!run || isEnded(run.state)) return false;
  return isAtWork(run.state) ? refetchMs.atWork : refetchMs.resting;
};

/** The current import, started in any window, and past ones. */
export function ImportsSection() {
  const current = useQuery({
    ...runQuery(),
    staleTime: 0,
    refetchInterval: ({ state }) => refetchDelay(state.data?.run),
  });
  const [uploadProgress, setUploadProgress] = useState<UploadProgress | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const sending = useRef<AbortController>(null);
  const state = current.data?.run?.state;
  useEffect(() => {
    if (state === 'done') void queryClient.invalidateQueries({ queryKey: importsKey });
  }, [state]);
  // Leaving the page stops the upload, and the server discards the rest.
  useEffect(() => () => sending.current?.abort(), []);

  async function send(files: readonly File[]) {
    sending.current = new AbortController();
    setFailed(null);
    try {
      await sendImport(files, setUploadProgress, sending.current.signal);
    } catch (problem) {
      if (!sending.current.signal.aborted) setFailed(problem);
    } finally {
      setUploadProgress(null);
      void current.refetch();
    }
  }

  return (
    <QueryBoundary query={current} skeleton={['h-80', 'h-40']}>
      {({ run }) => (
        <Run
          run={run}
          uploadProgress={uploadProgress}
          failed={failed}
          onSend={(files) => void send(files)}
          onCancel={() => sending.current?.abort()}
        />
      )}
    </QueryBoundary>
  );
}

interface RunProps {
  run: ImportRun | null;
  uploadProgress: UploadProgress | null;
  failed: unknown;
  onSend: (files: readonly File[]) => void;
  onCancel: () => void;
}

function Run({ run, uploadProgress, failed, onSend, onCancel }: RunProps) {
  // Other people can only import finance files.
  const isForAll = useHasPermission('imports.manage');
  const isOpen = run !== null && !isEnded(run.state) && uploadProgress === null;
  return (
    <div className="grid gap-4">
      {isOpen && run.state === 'ready' && run.report && (
        <ReviewCard key={run.id} run={run} report={run.report} />
      )}
      {isOpen && run.state !== 'ready' && <RunCard run={run} />}
      {!isOpen && uploadProgress === null && run !== null && <FinishedRun run={run} />}
      {!isOpen && (
        <UploadCard
          isForAll={isForAll}
          uploadProgress={uploadProgress}
          error={failed}
          onFiles={onSend}
          onCancel={onCancel}
        />
      )}
      {isForAll && <PastImports isBusy={isOpen || uploadProgress !== null} />}
    </div>
  );
}

function FinishedRun({ run }: { run: ImportRun }) {
  const { state } = run;
  return state === 'done' || state === 'cancelled' || state === 'refused' || state === 'failed' ? (
    <FinishedCard run={run} state={state} />
  ) : null;
}
