import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { Election } from '#contract/elections/endpoints.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import english from '../messages/en.json';
import { emptyDraft } from './ballot-draft.ts';
import { BallotForm } from './ballot-form.tsx';

addEnglish(english);

/**
 * <TrialBallot election={election} />
 * The ballot to try before voting starts. It sends and stores nothing.
 */
export function TrialBallot({ election }: { election: Election }) {
  const { t } = useMessages();
  const [draft, setDraft] = useState(emptyDraft);
  const [step, setStep] = useState('');
  const [isDone, setDone] = useState(false);
  return (
    <BallotForm
      election={election}
      draft={draft}
      onDraft={(next) => {
        setDone(false);
        setDraft(next);
      }}
      step={step}
      onStep={setStep}
      notes={
        <Note tone="warn" icon={FlaskConical} title={t('elections.trial')}>
          {t('elections.trialBody')}
        </Note>
      }
    >
      <Button variant="primary" className="justify-self-end" onClick={() => setDone(true)}>
        {t('elections.cast')}
      </Button>
      <div role="status">{isDone && <Note tone="good">{t('elections.trialDone')}</Note>}</div>
    </BallotForm>
  );
}
