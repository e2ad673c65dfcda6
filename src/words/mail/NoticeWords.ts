/** The words of notices to users: an event of the account or the workspace, and what to do. */
interface Notice {
  readonly subject: (workspace: string) => string
  readonly happened: (workspace: string) => string
  readonly button: string
  readonly advice: string
}

export interface NoticeWords {
  readonly webhook_endpoint_disabled: Notice
  readonly password_changed: Notice
  readonly email_requested: Notice
  readonly email_changed: Notice
  readonly second_factor_on: Notice
  readonly second_factor_off: Notice
  readonly api_key_created: Omit<Notice, "subject"> & {
    readonly subject: (workspace: string, name: string) => string
  }
  readonly export_ready: Notice
  readonly new_device: Notice
  /** Labels of facts. */
  readonly endpoint: string
  readonly name: string
  readonly key: string
  readonly createdBy: string
  readonly linkEnds: string
  readonly when: string
  readonly ipAddress: string
}
