import type { SchoolLayout } from '#contract/schools/endpoints.ts';
import { updateLayout } from '#contract/schools/calls.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { school, useSchool } from '../../lib/school.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useAction } from '../../kit/use-action.ts';

/** The optional parts of the shell (SHELL-03). Each change saves immediately. */
export function LayoutCard() {
  const { t } = useMessages();
  const { layout } = useSchool().config;
  const save = useAction((next: SchoolLayout) => call(updateLayout, next), {
    onSuccess(stored) {
      const now = school.get();
      if (now) school.set({ ...now, config: { ...now.config, layout: stored } });
    },
    success: t('menus.layoutSaved'),
    undo: () => layout,
  });
  const shown = save.pendingInput ?? layout;
  const change = (part: Partial<SchoolLayout>) => save.run({ ...shown, ...part });
  return (
    <Card title={t('menus.layout')} description={t('menus.layoutBody')}>
      <div className="grid gap-5">
        <Switch
          label={t('menus.topBar')}
          description={t('menus.topBarBody')}
          isOn={shown.topBar}
          onChange={(topBar) => change({ topBar })}
        />
        <Select<SchoolLayout['slideOut']>
          label={t('menus.slideOut')}
          description={t('menus.slideOutBody')}
          value={shown.slideOut}
          onChange={(slideOut) => change({ slideOut })}
          options={[
            { value: 'framed', label: t('menus.slideOut_framed') },
            { value: 'always', label: t('menus.slideOut_always') },
            { value: 'never', label: t('menus.slideOut_never') },
          ]}
        />
      </div>
    </Card>
  );
}
