import { Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PushDevice } from '#contract/notifications/settings.endpoints.ts';
import { call, queryClient } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { useMessages } from '../../lib/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { devicesQuery } from './notifications.data.ts';
import { allowPushes, endpointHashHere, pushStatus, stopPushes } from './push-device.ts';
import { useQuery } from '@tanstack/react-query';
import { removeDevice } from '#contract/notifications/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { errorText } from '../../lib/error-text.ts';

/** Turns push on for this browser, and lists all devices with push. */
export function DevicesCard({ publicKey }: { publicKey: string }) {
  const messages = useMessages();
  const { t, ago } = messages;
  const [ability, setAbility] = useState(pushStatus);
  const devices = useQuery(devicesQuery());
  const here = useQuery({
    queryKey: ['push endpoint of this browser'],
    queryFn: endpointHashHere,
    staleTime: 0,
  });
  const items = devices.data?.items ?? [];
  const own = items.find(({ endpointHash }) => endpointHash === here.data);
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: devicesQuery().queryKey }),
      here.refetch(),
    ]);
  const reported = {
    onSuccess: refresh,
    errorMessage: (error: Error) =>
      error instanceof CallError ? errorText(error, messages) : t('devices.failed'),
  };
  const allow = useAction(() => allowPushes(publicKey), {
    ...reported,
    onSuccess(next) {
      setAbility(next);
      return refresh();
    },
  });
  const remove = useAction(
    async (device: PushDevice) => {
      if (device.id === own?.id) await stopPushes();
      await call(removeDevice, { id: device.id });
    },
    { ...reported, success: (_, { name }) => t('devices.removed', { name }) },
  );
  const isAble = ability === 'ask' || ability === 'allowed';
  return (
    <Card title={t('devices.title')} description={t('devices.body')}>
      {isAble ? (
        <Switch
          label={t('devices.here')}
          description={t('devices.hereBody')}
          isOn={allow.isPending || (own !== undefined && remove.pendingInput?.id !== own.id)}
          isDisabled={allow.isPending || remove.isPending || devices.isPending}
          onChange={(isOn) => {
            if (isOn) allow.run();
            else if (own !== undefined) remove.run(own);
          }}
        />
      ) : (
        <p className="rounded-card bg-fill p-4 text-sm">{t(`devices.${ability}`)}</p>
      )}
      <div className="mt-4 empty:hidden">
        <QueryBoundary isSmall query={devices} skeleton={['h-12']}>
          {() => null}
        </QueryBoundary>
      </div>
      {items.length > 0 && (
        <ul
          aria-label={t('devices.list')}
          className="mt-4 divide-y divide-line border-t border-line"
        >
          {items.map((device) => (
            <li key={device.id} className="flex items-center gap-3 py-2.5">
              <Smartphone
                size={20}
                strokeWidth={1.75}
                aria-hidden
                className="shrink-0 text-ink-3"
              />
              <span className="grid min-w-0 flex-1">
                <span className="truncate font-medium">{device.name}</span>
                <span className="text-sm text-ink-2">
                  {device.id === own?.id
                    ? t('devices.thisOne')
                    : t('devices.added', { when: ago(device.addedAt) })}
                </span>
              </span>
              <IconButton
                label={t('devices.remove', { name: device.name })}
                icon={Trash2}
                isPending={remove.pendingInput?.id === device.id}
                onClick={() => remove.run(device)}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
