/* Written by `npm run lists`: what each feature declares. */
import { firstCalls as announcements } from '../announcements/first-calls.ts';
import { firstCalls as calendar } from '../calendar/first-calls.ts';
import { firstCalls as courses } from '../courses/first-calls.ts';
import { firstCalls as directory } from '../directory/first-calls.ts';
import { firstCalls as finances } from '../finances/first-calls.ts';
import { firstCalls as home } from '../home/first-calls.ts';
import { firstCalls as menus } from '../menus/first-calls.ts';
import { firstCalls as newsletters } from '../newsletters/first-calls.ts';
import { firstCalls as notifications } from '../notifications/first-calls.ts';
import { firstCalls as onboarding } from '../onboarding/first-calls.ts';
import { firstCalls as people } from '../people/first-calls.ts';
import { firstCalls as sessions } from '../sessions/first-calls.ts';
import { firstCalls as sso } from '../sso/first-calls.ts';

export const firstCalls = {
  announcements,
  calendar,
  courses,
  directory,
  finances,
  home,
  menus,
  newsletters,
  notifications,
  onboarding,
  people,
  sessions,
  sso,
} as const;
