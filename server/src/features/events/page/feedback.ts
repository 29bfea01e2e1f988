import type { Call } from '../../../kernel/handle.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { selectForm } from '../../forms/forms.queries.ts';
import { closedCode } from '../../forms/forms.rules.ts';
import { timeOfRow } from '../events.views.ts';
import { selectAsksRegistered, type EventPageRow } from './event-page.queries.ts';

/** Returns whether a survey accepts responses now. */
export const isSurveyOpen = async (db: Db, survey: number, now: Date): Promise<boolean> => {
  const form = await selectForm(db, { kind: 'survey', id: survey });
  return form !== undefined && closedCode(form, now) === null;
};

/** Returns the feedback survey for the caller: for attendees, or for everyone who was registered if no one was checked in. */
export const surveyAt = async ({ db, now }: Call, row: EventPageRow): Promise<number | null> => {
  const { id, original, survey, mine } = row;
  if (survey === null || timeOfRow(row).endsAt > now.getTime()) return null;
  if (mine?.status !== 'attended' && mine?.status !== 'registered') return null;
  const [isOpen, asks] = await Promise.all([
    isSurveyOpen(db, survey, now),
    mine.status === 'attended' || selectAsksRegistered(db, { id, original }),
  ]);
  return isOpen && asks ? survey : null;
};
