import { useQuery } from '@tanstack/react-query';
import { WhenSettled } from '../../kit/when-settled.tsx';
import { PasskeysCard } from '../two-step/passkeys-card.tsx';
import { TwoStepCard } from '../two-step/two-step-card.tsx';
import { passkeysQuery, twoStepQuery } from '../two-step/two-step.data.ts';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { sessionsQuery } from './settings.data.ts';

/** How the user signs in, and where they are signed in. */
export function SecuritySection() {
  // The cards are shown together, because each card would move those below it.
  const queries = [useQuery(twoStepQuery()), useQuery(passkeysQuery()), useQuery(sessionsQuery())];
  return (
    <WhenSettled queries={queries} skeleton={['h-44', 'h-40', 'h-40', 'h-72']}>
      <PasskeysCard />
      <TwoStepCard />
      <PasswordCard />
      <SessionsCard />
    </WhenSettled>
  );
}
