import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { previewProfile } from '#contract/people/calls.ts';
import type { User } from '#contract/people/endpoints.ts';
import words from 'messages:en/privacy.*';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { readProfile } from './profile.data.ts';

addEnglish(words);

export type PreviewViewer = 'stranger' | 'connection' | 'adviser';

/** Returns the viewers to preview a profile for. Schools without connections have only two. */
export const usePreviewViewers = () => {
  const { t } = useMessages();
  const { connect } = useSchool().config;
  return (['stranger', ...(connect ? (['connection'] as const) : []), 'adviser'] as const).map(
    (value) => ({ value, label: t(`privacy.as_${value}`) }),
  );
};

/** The user's profile as others see it, by the server's rules. */
export function ProfilePreview({
  viewer,
  children,
}: {
  viewer: PreviewViewer;
  children: (person: User) => ReactNode;
}) {
  const { t } = useMessages();
  // Always load it fresh, because users want to see the effect of their changes.
  const seen = useQuery({ ...callQuery(previewProfile, { as: viewer }), staleTime: 0 });
  return (
    <QueryBoundary
      query={seen}
      skeleton={['h-36', 'h-7 w-1/2', 'h-24']}
      isEmpty={(data) => readProfile(data) === null}
      empty={{ icon: EyeOff, title: t('privacy.unseen'), body: t('privacy.unseenBody') }}
    >
      {(data) => {
        const person = readProfile(data);
        return person && children(person);
      }}
    </QueryBoundary>
  );
}
