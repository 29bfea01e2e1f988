import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Application } from '#contract/club-registration/endpoints.ts';
import type { InputOf } from '#contract/call.ts';
import type { FormAnswers } from '#contract/forms/definition.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { updateApplication } from '#contract/club-registration/calls.ts';
import { CallError } from '../../lib/call-error.ts';
import { call, queryClient } from '../../lib/call.ts';
import { applicationQuery, keepApplication } from './club-registration.data.ts';

export interface DraftOfficer {
  readonly person: Face;
  readonly position: { readonly id: string; readonly name: string };
}

/** The editable content of a registration or renewal. */
export interface ApplicationDraft {
  readonly name: string;
  readonly description: string;
  readonly membership: Application['membership'];
  readonly type: string | null;
  readonly categories: readonly string[];
  readonly officers: readonly DraftOfficer[];
  readonly removals: readonly string[];
  readonly isRosterConfirmed: boolean;
  readonly answers: FormAnswers;
}

const draftOf = (application: Application): ApplicationDraft => ({
  name: application.name,
  description: application.description,
  membership: application.membership,
  type: application.type,
  categories: application.categories,
  officers: application.officers,
  removals: application.removals.map(({ uid }) => uid),
  isRosterConfirmed: application.isRosterConfirmed,
  answers: application.answers,
});

type ApplicationInput = Omit<InputOf<typeof updateApplication>, 'id' | 'version'>;

/** Returns the changed fields for the API. */
const changesOf = (
  draft: ApplicationDraft,
  stored: ApplicationDraft,
  revision: number,
): ApplicationInput => ({
  ...(draft.name !== stored.name && { name: draft.name }),
  ...(draft.description !== stored.description && { description: draft.description }),
  ...(draft.membership !== stored.membership && { membership: draft.membership }),
  ...(draft.type !== stored.type && { type: draft.type }),
  ...(draft.categories !== stored.categories && { categories: [...draft.categories] }),
  ...(draft.officers !== stored.officers && {
    officers: draft.officers.map(({ person, position }) => ({
      uid: person.uid,
      position: position.id,
    })),
  }),
  ...(draft.removals !== stored.removals && { removals: [...draft.removals] }),
  ...(draft.isRosterConfirmed !== stored.isRosterConfirmed && {
    isRosterConfirmed: draft.isRosterConfirmed,
  }),
  ...(draft.answers !== stored.answers && { answers: draft.answers, revision }),
});

const waitMs = 800;
/** Errors after which nothing is overwritten, because someone else saved or the questions changed. */
const conflicts: readonly string[] = [
  'club_application_changed',
  'club_application_locked',
  'form_revised',
];

/** The draft of a registration or renewal. It saves shortly after the last change. */
export function useApplicationDraft(application: Application) {
  const [draft, setDraft] = useState(() => draftOf(application));
  const [stored, setStored] = useState(draft);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const version = useRef(application.version);
  const { id } = application;
  const { revision } = application.form;
  const save = useMutation({
    // Saves run one at a time, because each needs the version that the previous one returned.
    scope: { id: `club application ${id}` },
    mutationFn: (what: ApplicationDraft) =>
      call(updateApplication, {
        id,
        version: version.current,
        ...changesOf(what, stored, revision),
      }),
    onSuccess(next, what) {
      version.current = next.version;
      setStored(what);
      setSavedAt(new Date().toISOString());
      keepApplication(next);
    },
  });
  const isDirty = draft !== stored;
  const put = useEffectEvent(() => save.mutate(draft));
  useEffect(() => {
    if (!isDirty || save.isPending || save.isError) return;
    const timer = setTimeout(put, waitMs);
    return () => clearTimeout(timer);
  }, [draft, isDirty, save.isPending, save.isError]);
  return {
    draft,
    change: (part: Partial<ApplicationDraft>) => {
      if (save.isError && !isConflict(save.error)) save.reset();
      setDraft((now) => ({ ...now, ...part }));
    },
    isDirty,
    isPending: save.isPending,
    isConflict: isConflict(save.error),
    error: save.error,
    savedAt,
    save: () => save.mutate(draft),
    /** Saves pending changes and returns the version. */
    flush: async (): Promise<number> => {
      if (isDirty) await save.mutateAsync(draft);
      return version.current;
    },
    /** Reloads the server's version. */
    reload: () => queryClient.resetQueries({ queryKey: applicationQuery(id).queryKey }),
  };
}

const isConflict = (error: Error | null): boolean =>
  error instanceof CallError && conflicts.includes(error.code);

export type ApplicationWork = ReturnType<typeof useApplicationDraft>;
