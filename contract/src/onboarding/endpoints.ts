import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { schemaNames } from '../schema-names.ts';
import { setupItems, welcomeSteps } from './steps.ts';

const step = z.enum(welcomeSteps);
const steps = z.array(step).max(welcomeSteps.length);

const firstRun = z.object({
  state: z
    .enum(['new', 'open', 'none'])
    .describe(
      '`new`: the welcome page opens with the next visit of Home. `open`: the person can resume it. `none`: they have finished or dismissed it, or don’t need it.',
    ),
  passed: z.array(step).describe('Steps that the person completed or skipped.'),
  hasSetup: z.boolean().describe('True if the person can see the school’s setup checklist.'),
});
schemaNames.add(firstRun, { id: 'FirstRun' });
export type FirstRun = z.output<typeof firstRun>;

const own = { access: 'member', credential: 'bearer' } as const;

export const getFirstRun = endpoint({
  ...own,
  name: 'onboarding.first-run',
  summary: 'Get your welcome steps',
  description:
    'Returns which steps of the welcome page are left. Only students whose profile isn’t complete have any.',
  method: 'GET',
  path: '/api/v1/first-run',
  reply: firstRun,
});

export const updateFirstRun = endpoint({
  ...own,
  name: 'onboarding.change-first-run',
  summary: 'Update your welcome steps',
  description:
    'Adds passed steps, and ends the first run. Changes nothing for people who don’t need the welcome page. Idempotent.',
  method: 'PATCH',
  path: '/api/v1/first-run',
  body: z.strictObject({
    passed: steps.optional().describe('Steps that the person completed or skipped.'),
    isEnded: z.literal(true).optional().describe('True after the last step, or to dismiss it.'),
  }),
  reply: firstRun,
});

const item = z.enum(setupItems);

const setup = z.object({
  items: z.array(
    z.object({
      name: item,
      isDone: z.boolean().describe('True if the school’s data shows that it is done.'),
      isSkipped: z.boolean().describe('True if the school doesn’t need it.'),
    }),
  ),
  isEnded: z.boolean().describe('True if an admin dismissed the checklist.'),
});
schemaNames.add(setup, { id: 'SchoolSetup' });
export type SchoolSetup = z.output<typeof setup>;

const staff = { access: 'staff', permission: 'school.manage', credential: 'bearer' } as const;

export const getSchoolSetup = endpoint({
  ...staff,
  name: 'onboarding.setup',
  summary: 'Get the setup checklist',
  method: 'GET',
  path: '/api/v1/school/setup',
  reply: setup,
});

export const updateSchoolSetup = endpoint({
  ...staff,
  name: 'onboarding.change-setup',
  summary: 'Update the setup checklist',
  description: 'Skips an item or dismisses the checklist for all admins, or undoes it.',
  method: 'PATCH',
  path: '/api/v1/school/setup',
  body: z.strictObject({
    skipped: z
      .array(item)
      .max(setupItems.length)
      .optional()
      .describe('All items that the school doesn’t need.'),
    isEnded: z.boolean().optional().describe('True to dismiss the checklist.'),
  }),
  reply: setup,
});
