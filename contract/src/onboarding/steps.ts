/* This file doesn't import zod because the browser uses it at run time. */

/** The steps of the welcome page, in order. */
export const welcomeSteps = ['picture', 'about', 'clubs', 'people', 'notifications'] as const;
export type WelcomeStep = (typeof welcomeSteps)[number];

/** The items of the checklist for a new school, in order. */
export const setupItems = ['brand', 'people', 'signOn', 'menu', 'club', 'invite'] as const;
export type SetupItem = (typeof setupItems)[number];
