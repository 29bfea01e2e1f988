import type { Call } from '../../../kernel/handle.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { selectForm } from '../../forms/forms.queries.ts';
import { closedCode } from '../../forms/forms.rules.ts';
import { timeOfRow } from '../events.views.ts';
import { selectAsksRegistered, type EventPageRow } from './event-page.queries.ts';

/** Whether a survey takes answers at a time, of whomever. */
export const isSurveyOpen = async (db: Db, survey: number, now: Date): Promise<boolean> => {
  const form = await selectForm(db, { kind: 'survey', id: survey });
  return form !== undefined && closedCode(form, now) === null;
};

/** The survey that asks the caller how an event was: whoever came, and where nobody was checked in whoever was registered. */
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
