import { useState, type ReactNode } from 'react';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Composer } from './composer.tsx';
import { Feed } from './feed.tsx';
import english from 'messages:en/posts.*';

addEnglish(english);

const scopes = ['home', 'school', 'clubs'] as const;

/** The home page's feed: from the school, the user's clubs, or both. */
export function HomeFeed({ beginning }: { beginning: ReactNode }) {
  const { t } = useMessages();
  const [scope, setScope] = useState<(typeof scopes)[number]>('home');
  return (
    <Feed
      key={scope}
      from={{ scope }}
      beginning={beginning}
      {...(scope === 'clubs' && {
        empty: { title: t('posts.none'), body: t('posts.noneOfClubs') },
      })}
    >
      <Composer from={{ scope }} />
      <div className="justify-self-start">
        <Segmented
          label={t('posts.scope')}
          value={scope}
          options={scopes.map((value) => ({ value, label: t(`posts.scope_${value}`) }))}
          onChange={setScope}
        />
      </div>
    </Feed>
  );
}
