import { Plus } from 'lucide-react';
import { useState } from 'react';
import { electionLimits } from '#contract/elections/limits.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { writeInChoice } from './ballot-draft.ts';

/** A field for the name of someone who isn't on the ballot. */
export function WriteIn({ onAdd }: { onAdd: (choice: string) => void }) {
  const { t } = useMessages();
  const [name, setName] = useState('');
  const add = () => {
    const choice = writeInChoice(name);
    if (choice === undefined) return;
    setName('');
    onAdd(choice);
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-40 flex-1">
        <TextField
          label={t('elections.writeIn')}
          value={name}
          onChange={setName}
          maxLength={electionLimits.writeIn}
          autoComplete="off"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
      </div>
      <Button icon={Plus} disabled={writeInChoice(name) === undefined} onClick={add}>
        {t('elections.addName')}
      </Button>
    </div>
  );
}
