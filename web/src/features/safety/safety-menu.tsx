import { Ban, Flag } from 'lucide-react';
import { useState } from 'react';
import type { Face } from '#contract/people.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { safety } from '../../messages/en/safety.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { nameOf } from '../people/person.ts';
import { SafetyDialogs, type SafetyAct } from './safety-dialogs.tsx';

addEnglish(safety);

/** What one can do about somebody: block, report. `onGone`: the person is no longer there for the viewer. */
export function SafetyMenu({ person, onGone }: { person: Face; onGone: () => void }) {
  const { t } = useMessages();
  const [asked, setAsked] = useState<SafetyAct | null>(null);
  return (
    <>
      <MenuButton
        label={t('safety.more', { name: nameOf(person) })}
        icon={Flag}
        isRound
        className="border-transparent! bg-surface/90!"
        items={[
          { id: 'report', label: t('safety.report'), icon: Flag },
          { id: 'block', label: t('safety.block'), icon: Ban, isDanger: true },
        ]}
        onAction={setAsked}
      />
      <SafetyDialogs person={person} asked={asked} onClose={() => setAsked(null)} onGone={onGone} />
    </>
  );
}
