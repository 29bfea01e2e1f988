import type { InputOf } from '#contract/call.ts';
import type { FirstRun } from '#contract/onboarding/endpoints.ts';
import { getSchoolSetup, updateFirstRun, updateSchoolSetup } from '#contract/onboarding/calls.ts';
import type { WelcomeStep } from '#contract/onboarding/steps.ts';
import { welcomeSteps } from '#contract/onboarding/steps.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { firstRunQuery } from './first-run.data.ts';

export const setupQuery = () => callQuery(getSchoolSetup, {});

/** Stores steps or the end of the first run, and shows them immediately, so that Home never opens the page again. */
export async function saveFirstRun(change: InputOf<typeof updateFirstRun>): Promise<void> {
  const { queryKey } = firstRunQuery();
  queryClient.setQueryData(queryKey, (before: FirstRun | undefined) =>
    before === undefined || before.state === 'none'
      ? before
      : {
          ...before,
          state: change.isEnded === true ? ('none' as const) : ('open' as const),
          passed: welcomeSteps.filter(
            (step) => before.passed.includes(step) || change.passed?.includes(step),
          ),
        },
  );
  queryClient.setQueryData(queryKey, await call(updateFirstRun, change));
}

export const saveSetup = (change: InputOf<typeof updateSchoolSetup>) =>
  call(updateSchoolSetup, change);

/** Returns the welcome steps of a school. Schools without connections have no step for people. */
export const stepsOf = ({ connect }: { connect: boolean }): readonly WelcomeStep[] =>
  welcomeSteps.filter((step) => connect || step !== 'people');
