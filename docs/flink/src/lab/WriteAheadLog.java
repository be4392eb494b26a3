package lab;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.streaming.runtime.operators.CheckpointCommitter;
import org.apache.flink.streaming.runtime.operators.GenericWriteAheadSink;

/** Flink's write-ahead log: results wait in the job's state and are sent when their checkpoint is complete. */
final class WriteAheadLog extends GenericWriteAheadSink<Tuple4<String, Long, Integer, Integer>> {
    private static final long serialVersionUID = 1L;

    WriteAheadLog(TypeSerializer<Tuple4<String, Long, Integer, Integer>> serializer) throws Exception {
        super(new Marks(), serializer, "running-example");
    }

    @Override
    protected boolean sendValues(
            Iterable<Tuple4<String, Long, Integer, Integer>> batch, long checkpoint, long timestamp) {
        int attempt = getRuntimeContext().getTaskInfo().getAttemptNumber();
        batch.forEach(result -> Outside.append(attempt, result));
        return true;
    }

    /** Notes outside which batches were sent. */
    private static final class Marks extends CheckpointCommitter {
        private static final long serialVersionUID = 1L;

        @Override
        public void open() {}

        @Override
        public void close() {}

        @Override
        public void createResource() {}

        @Override
        public void commitCheckpoint(int subtask, long checkpoint) {
            Outside.mark(checkpoint);
        }

        @Override
        public boolean isCheckpointCommitted(int subtask, long checkpoint) {
            return Outside.isMarked(checkpoint);
        }
    }
}
