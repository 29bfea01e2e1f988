import type { Context } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { canUsePassword, hasPassword } from '../sessions.queries.ts';
import { createRecoveryCodes } from './identity-codes.ts';
import { lockTwoStep, selectDueAt, selectTwoStep, updateTwoStepOn } from './two-step.queries.ts';

/** Turns two-step verification on, notifies the person, and returns recovery codes. */
export const turnOn = async (context: Context, userId: number): Promise<string[]> => {
  await updateTwoStepOn(context.db, userId, context.clock.now());
  await emit(context, 'two_step_changed', { userId, what: 'on' });
  return createRecoveryCodes(context, userId);
};

/** Returns whether a person can sign in with a password at this school, and has one. */
export const signsInWithPassword = async (
  { db }: Pick<Context, 'db'>,
  userId: number,
): Promise<boolean> => (await canUsePassword(db, userId)) && (await hasPassword(db, userId));

/**
 * Turns two-step verification on for a person who has just added or used a second step, if their school requires it. Returns recovery
 * codes, or null if nothing changed.
 */
export const turnOnIfRequired = async (
  context: Context,
  userId: number,
): Promise<string[] | null> => {
  const { db, school } = context;
  if ((await selectDueAt(db, userId)) === null) return null;
  if (!(await signsInWithPassword(context, userId))) return null;
  await lockTwoStep(db, school.school_id, userId);
  return (await selectTwoStep(db, userId)).isOn ? null : turnOn(context, userId);
};
