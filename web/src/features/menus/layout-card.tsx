import { useMutation } from '@tanstack/react-query';
import type { SchoolLayout } from '#contract/schools.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { school, useSchool } from '../../lib/school.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';

/** Which parts of the shell the school has (SHELL-03). Each change holds at once. */
export function LayoutCard() {
  const messages = useMessages();
  const { t } = messages;
  const { layout } = useSchool().config;
  const keep = useMutation({
    mutationFn: ({ next }: { next: SchoolLayout; before?: SchoolLayout }) =>
      call('PUT /api/v1/school/layout', next),
    onSuccess(kept, { before }) {
      const now = school.get();
      if (now) school.set({ ...now, config: { ...now.config, layout: kept } });
      const undo = before && {
        action: { label: t('privacy.undo'), run: () => keep.mutate({ next: before }) },
      };
      showToast({ message: t('menus.layoutSaved'), ...undo });
    },
    onError: (failed) =>
      showAlert({ type: 'Error', message: errorText(failed, messages), autoClose: true }),
  });
  const shown = keep.isPending ? keep.variables.next : layout;
  const change = (part: Partial<SchoolLayout>) =>
    keep.mutate({ next: { ...shown, ...part }, before: layout });
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
