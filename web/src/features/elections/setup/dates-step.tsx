import { useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/card.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { DateTimeField } from '../../../ui/date-field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { timesProblem } from './election-draft.ts';
import type { ElectionWork } from './use-election-draft.ts';

const zones = (): string[] =>
  typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];

const percent = 100;

/** Step 4: when voting runs, and the rules of the ballot. */
export function DatesStep({ work: { draft, change } }: { work: ElectionWork }) {
  const { t } = useMessages();
  const [known] = useState(() => [...new Set([...zones(), 'UTC', draft.timeZone])]);
  const problem = timesProblem(draft);
  return (
    <>
      <Card title={t('elections.setup_when')}>
        <div className="grid gap-5">
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <DateTimeField
              label={t('elections.setup_opens')}
              value={draft.opensAt}
              timeZone={draft.timeZone}
              onChange={(opensAt) => {
                if (opensAt !== null) change({ opensAt });
              }}
            />
            <DateTimeField
              label={t('elections.setup_closes')}
              value={draft.closesAt}
              timeZone={draft.timeZone}
              error={
                problem === 'order' || problem === 'past'
                  ? t(`elections.setup_missing_${problem}`)
                  : undefined
              }
              onChange={(closesAt) => {
                if (closesAt !== null) change({ closesAt });
              }}
            />
          </div>
          <Combobox
            label={t('elections.setup_zone')}
            options={known.map((zone) => ({ id: zone, label: zone.replaceAll('_', ' ') }))}
            value={draft.timeZone}
            onChange={(timeZone) => {
              if (timeZone !== null) change({ timeZone });
            }}
          />
        </div>
      </Card>
      <Card title={t('elections.setup_rules')}>
        <div className="grid gap-5">
          <Switch
            label={t('elections.setup_revote')}
            description={t('elections.setup_revoteBody')}
            isOn={draft.allowsRevote}
            onChange={(allowsRevote) => change({ allowsRevote })}
          />
          <Switch
            label={t('elections.setup_keepList')}
            description={t('elections.setup_keepListBody')}
            isOn={draft.keepsVoterList}
            onChange={(keepsVoterList) => change({ keepsVoterList })}
          />
          <Switch
            label={t('elections.setup_paper')}
            description={t('elections.setup_paperBody')}
            isOn={draft.acceptsPaper}
            onChange={(acceptsPaper) => change({ acceptsPaper })}
          />
          <NumberField
            label={t('elections.setup_quorum')}
            description={t('elections.setup_quorumBody')}
            value={draft.quorum}
            min={1}
            max={percent}
            onChange={(quorum) => change({ quorum })}
          />
        </div>
      </Card>
    </>
  );
}
