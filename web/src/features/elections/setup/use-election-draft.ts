import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Election, ElectionSettings } from '#contract/elections/endpoints.ts';
import { getElectionSettings, updateElection } from '#contract/elections/calls.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { CallError } from '../../../lib/call-error.ts';
import { call, queryClient } from '../../../lib/call.ts';
import { electionSettings, staleElections } from '../elections.data.ts';
import { contestInput, draftOf, timesProblem, type ElectionDraft } from './election-draft.ts';

const waitMs = 800;

/** Returns only the changed fields, as the server receives them. */
const changed = (draft: ElectionDraft, stored: ElectionDraft) => {
  const { contests, ...rest } = Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => value !== stored[name as keyof ElectionDraft]),
  ) as Partial<ElectionDraft>;
  return { ...rest, ...(contests && { contests: contests.map(contestInput) }) };
};

/** Stores an election from a reply in the cached settings. */
export const saveElection = (election: Election, voters?: ElectionDraft['voters']): void => {
  queryClient.setQueryData<ElectionSettings>(
    electionSettings(election.id).queryKey,
    (settings) => settings && { ...settings, election, ...(voters && { voters }) },
  );
  for (const key of staleElections)
    if (key !== getElectionSettings) void queryClient.invalidateQueries({ queryKey: [key] });
};

/**
 * The draft of an election, which saves shortly after the last change. If someone else has saved or announced it, nothing is
 * overwritten, and the changes here stay until the user decides.
 */
export function useElectionDraft(settings: ElectionSettings) {
  const { id } = settings.election;
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [stored, setStored] = useState(draft);
  const [faces, setFaces] = useState<ReadonlyMap<string, Face>>(
    () => new Map(settings.people.map((face) => [face.uid, face])),
  );
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const version = useRef(settings.election.version);
  const save = useMutation({
    // Saves run one at a time, because each needs the version that the previous one returned.
    scope: { id: `election ${id}` },
    mutationFn: (what: ElectionDraft) =>
      call(updateElection, { id, version: version.current, ...changed(what, stored) }),
    onSuccess(next, what) {
      version.current = next.version;
      setStored(what);
      setSavedAt(new Date().toISOString());
      saveElection(next, what.voters);
    },
  });
  const code = save.error instanceof CallError ? save.error.code : null;
  const isDirty = Object.keys(changed(draft, stored)).length > 0;
  // The server refuses a draft without a title or with impossible times, so it is saved once they are right.
  const canSave = draft.title.trim() !== '' && timesProblem(draft) === null;
  const put = useEffectEvent(() => save.mutate(draft));
  useEffect(() => {
    if (!isDirty || !canSave || save.isPending || save.isError) return;
    const timer = setTimeout(put, waitMs);
    return () => clearTimeout(timer);
  }, [draft, isDirty, canSave, save.isPending, save.isError]);
  const readAgain = async () => {
    const next = await call(getElectionSettings, { id });
    version.current = next.election.version;
    queryClient.setQueryData(electionSettings(id).queryKey, next);
    return next;
  };
  return {
    draft,
    change: (part: Partial<ElectionDraft>) => {
      if (save.isError && code !== 'election_changed') save.reset();
      setDraft((now) => ({ ...now, ...part }));
    },
    faces,
    addFaces: (people: readonly Face[]) =>
      setFaces((now) => new Map([...now, ...people.map((face) => [face.uid, face] as const)])),
    isDirty,
    canSave,
    isPending: save.isPending,
    isConflict: code === 'election_changed' || code === 'election_fixed',
    /** It was announced, so only its end can change. */
    isFixed: code === 'election_fixed',
    error: save.error,
    savedAt,
    save: () => save.mutate(draft),
    /** Saves pending changes. */
    flush: async (): Promise<void> => {
      if (isDirty) await save.mutateAsync(draft);
    },
    /** After someone else saved: overwrites their version, or discards the changes here. */
    keepMine: async () => {
      await readAgain();
      save.mutate(draft);
    },
    takeTheirs: async () => {
      const next = draftOf(await readAgain());
      save.reset();
      setStored(next);
      setDraft(next);
    },
  };
}

export type ElectionWork = ReturnType<typeof useElectionDraft>;
