import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, queryClient } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { FormError } from '../sign-in/form-error.tsx';
import { setupQuery } from './sso.data.ts';

const kinds = ['oidc', 'saml', 'saml-file'] as const;

/** Kind and metadata; what was read stands in the provider's card afterwards. */
export function AddProviderDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useMessages();
  const [kind, setKind] = useState<(typeof kinds)[number]>('oidc');
  const [name, setName] = useState('');
  const [source, setSource] = useState('');
  const add = useMutation({
    mutationFn: () =>
      call(
        'POST /api/v1/school/sign-on/providers',
        kind === 'oidc'
          ? { kind, name, issuer: source }
          : kind === 'saml'
            ? { kind, name, metadataUrl: source }
            : { kind, name, metadata: source },
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: setupQuery().queryKey });
      setName('');
      setSource('');
      onClose();
    },
  });
  const isComplete = name.trim() !== '' && source.trim() !== '';
  return (
    <Dialog
      title={t('signOn.add')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('signOn.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form="add-provider"
            isPending={add.isPending}
            disabled={!isComplete}
          >
            {t('signOn.read')}
          </Button>
        </>
      }
    >
      <form
        id="add-provider"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !add.isPending) add.mutate();
        }}
      >
        <Select
          label={t('signOn.kind')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`signOn.kind_${value}`) }))}
          onChange={(next) => {
            setKind(next);
            setSource('');
            add.reset();
          }}
        />
        <TextField
          label={t('signOn.name')}
          description={t('signOn.nameHint')}
          value={name}
          maxLength={60}
          onChange={setName}
        />
        {kind === 'saml-file' ? (
          <TextArea
            label={t('signOn.metadataXml')}
            dir="ltr"
            rows={8}
            value={source}
            onChange={setSource}
          />
        ) : (
          <TextField
            label={kind === 'oidc' ? t('signOn.issuer') : t('signOn.metadataUrl')}
            description={kind === 'oidc' ? t('signOn.issuerHint') : t('signOn.metadataUrlHint')}
            dir="ltr"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            value={source}
            onChange={setSource}
          />
        )}
        <FormError error={add.error} />
      </form>
    </Dialog>
  );
}
