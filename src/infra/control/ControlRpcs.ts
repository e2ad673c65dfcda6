/**
 * Remote procedures of the control socket. `run` streams the requests of a command to its operator,
 * and `reply` carries the operator's answers, one for each request that expects one.
 */
import { Schema } from "effect"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcSerialization from "effect/rpc/RpcSerialization"

const maxFrameBytes = 1_048_576
/** Longer outputs and files are split: a frame also holds the envelope. */
export const maxPieceBytes = maxFrameBytes / 2

const request = <const Tag extends string, Fields extends Schema.Struct.Fields>(
  tag: Tag,
  fields: Fields
) => Schema.Struct({ type: Schema.Literal(tag), ...fields })

const OperatorRequest = Schema.Union([
  request("stdout", { bytes: Schema.Uint8Array }),
  request("stderr", { bytes: Schema.Uint8Array }),
  request("progress", { unit: Schema.String, done: Schema.Int, total: Schema.Int }),
  /** The requests below expect a reply. */
  request("confirm", { question: Schema.String }),
  /** The next chunk of the file; no bytes at its end. */
  request("read", { path: Schema.String }),
  request("create", { path: Schema.String, overwrite: Schema.Boolean }),
  request("append", { bytes: Schema.Uint8Array }),
  request("finish", {}),
  /** The last request. */
  request("exit", { code: Schema.Int })
])
export type OperatorRequest = typeof OperatorRequest.Type

const OperatorReply = Schema.Union([
  request("confirmed", { yes: Schema.NullOr(Schema.Boolean) }),
  request("chunk", { bytes: Schema.Uint8Array }),
  request("done", {}),
  request("failed", { message: Schema.String })
])
export type OperatorReply = typeof OperatorReply.Type

/** `secret` proves that the caller can read `control.json`. */
const RunPayload = Schema.Struct({ secret: Schema.String, args: Schema.Array(Schema.String) })
export type RunPayload = typeof RunPayload.Type

export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", {
  message: Schema.String
}) {}

export class ControlRpcs extends RpcGroup.make(
  Rpc.make("run", {
    payload: RunPayload,
    success: OperatorRequest,
    error: CommandRefused,
    stream: true
  }),
  Rpc.make("reply", { payload: OperatorReply })
) {}

export const layerControlFrames = RpcSerialization.layerSchemaBinary({
  maxFrameSize: maxFrameBytes
})
