export const provisioning = {
  'provisioning.title': 'التزويد',
  'provisioning.provider': 'موفر الهوية لديكم',
  'provisioning.body':
    'يستطيع Entra ID وOkta وغيرهما إضافة الأشخاص وتغييرهم وإنهاءهم هنا تلقائيًا (SCIM 2.0). أعطهم هذا العنوان ومفتاحًا.',
  'provisioning.address': 'عنوان SCIM',
  'provisioning.keysBody':
    'من لديه مفتاح يستطيع قراءة بيانات كل من في المدرسة وتغييرها. كل تغيير مسجل في سجل النشاط باسم المفتاح.',
  'provisioning.noneBody': 'أنشئ مفتاحًا لكل موفر.',
  'audit.scim_added': 'أضاف',
  'audit.scim_changed': 'غيّر',
  'audit.scim_ended': 'أنهى',
  'audit.scim_returned': 'أعاد',
  'audit.scim_removed': 'أزال',
} as const;
