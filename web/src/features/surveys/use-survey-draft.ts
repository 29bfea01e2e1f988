import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SurveySettings } from '#contract/surveys/endpoints.ts';
import { getSurveySettings, updateSurvey } from '#contract/surveys/calls.ts';
import { CallError } from '../../lib/call-error.ts';
import { call, queryClient } from '../../lib/call.ts';
import { saveSettings, staleSurveys, surveySettings } from './surveys.data.ts';

/** The editable fields of a survey. */
export type SurveyDraft = Pick<
  SurveySettings,
  | 'title'
  | 'description'
  | 'definition'
  | 'isAnonymous'
  | 'opensAt'
  | 'closesAt'
  | 'answerLimit'
  | 'audience'
  | 'tags'
  | 'service'
>;

const draftOf = (settings: SurveySettings): SurveyDraft => ({
  title: settings.title,
  description: settings.description,
  definition: settings.definition,
  isAnonymous: settings.isAnonymous,
  opensAt: settings.opensAt,
  closesAt: settings.closesAt,
  answerLimit: settings.answerLimit,
  audience: settings.audience,
  tags: settings.tags,
  service: settings.service,
});

const waitMs = 800;

/** Returns only the changed fields, because the server may reject unchanged ones. */
const changed = (draft: SurveyDraft, stored: SurveyDraft): Partial<SurveyDraft> =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => value !== stored[name as keyof SurveyDraft]),
  );

const without = (all: Partial<SurveyDraft>, some: Partial<SurveyDraft>): Partial<SurveyDraft> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(some, name)));

/**
 * The draft of a survey. An unpublished survey saves shortly after the last change; a published one saves on request. If
 * someone else has saved, nothing is overwritten, and the changes here stay until the user decides.
 */
export function useSurveyDraft(settings: SurveySettings) {
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [stored, setStored] = useState(draft);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const version = useRef(settings.version);
  const isAuto = settings.state === 'draft';
  const save = useMutation({
    // Saves run one at a time, because each needs the version that the previous one returned.
    scope: { id: `survey ${settings.id}` },
    mutationFn: (what: SurveyDraft) =>
      call(updateSurvey, {
        id: settings.id,
        version: version.current,
        ...changed(what, stored),
      }),
    onSuccess(next, what) {
      version.current = next.version;
      // For fields that were not changed here, use the other person's values.
      const theirs = without(draftOf(next), changed(what, stored));
      setStored({ ...what, ...theirs });
      setDraft((now) => ({ ...now, ...without(theirs, changed(now, what)) }));
      setSavedAt(new Date().toISOString());
      saveSettings(next);
      for (const key of staleSurveys) void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
  const isConflict = save.error instanceof CallError && save.error.code === 'form_changed';
  const isDirty = Object.keys(changed(draft, stored)).length > 0;
  const put = useEffectEvent(() => save.mutate(draft));
  useEffect(() => {
    if (!isAuto || !isDirty || save.isPending || save.isError) return;
    if (draft.title.trim() === '') return;
    const timer = setTimeout(put, waitMs);
    return () => clearTimeout(timer);
  }, [draft, isAuto, isDirty, save.isPending, save.isError]);
  const readAgain = async () => {
    const next = await call(getSurveySettings, { id: settings.id });
    version.current = next.version;
    saveSettings(next);
    return next;
  };
  return {
    draft,
    change: (part: Partial<SurveyDraft>) => {
      if (save.isError && !isConflict) save.reset();
      setDraft((now) => ({ ...now, ...part }));
    },
    isAuto,
    isDirty,
    isPending: save.isPending,
    isConflict,
    error: save.error,
    savedAt,
    save: () => save.mutate(draft),
    discard: () => {
      save.reset();
      setDraft(stored);
    },
    /** Saves pending changes and returns the version. */
    flush: async (): Promise<number> => {
      if (isDirty) await save.mutateAsync(draft);
      return version.current;
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
    /** Applies another change by the server, such as publishing. */
    accept: (next: SurveySettings) => {
      version.current = next.version;
      saveSettings(next);
      void queryClient.invalidateQueries({ queryKey: surveySettings(next.id).queryKey });
    },
  };
}

export type SurveyWork = ReturnType<typeof useSurveyDraft>;
