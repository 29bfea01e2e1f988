import { getTwoStep, getTwoStepPolicy, listPasskeys } from '#contract/sessions/calls.ts';
import { callQuery } from '../../lib/call.ts';

export const twoStepQuery = () => callQuery(getTwoStep, {});

export const passkeysQuery = () => callQuery(listPasskeys, {});

export const policyQuery = () => callQuery(getTwoStepPolicy, {});
