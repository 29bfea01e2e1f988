export const provisioning = {
  'provisioning.title': 'التزويد',
  'provisioning.provider': 'موفر الهوية لديكم',
  'provisioning.body':
    'يستطيع Entra ID وOkta وغيرهما إضافة الأشخاص وتحديثهم وتعطيل حساباتهم تلقائيًا (SCIM 2.0). أعطهم هذا الرابط ومفتاحًا.',
  'provisioning.address': 'الرابط الأساسي لـ SCIM',
  'provisioning.keysBody':
    'من لديه مفتاح يستطيع قراءة كل حساب وتغييره. يُسجَّل كل تغيير باسم المفتاح.',
  'provisioning.noneBody': 'أنشئ مفتاحًا لكل موفر.',
  'audit.scim_person.added': 'أضاف',
  'audit.scim_person.changed': 'غيّر',
  'audit.scim_person.ended': 'عطّل حساب',
  'audit.scim_person.returned': 'أعاد تفعيل حساب',
  'audit.scim_group.added': 'أضاف',
  'audit.scim_group.changed': 'غيّر',
  'audit.scim_group.removed': 'أزال',
} as const;
