package lab;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.core.io.InputStatus;

/**
 * A log that can be read from any offset, as a partition of Kafka: it emits the offsets of the records, each when the
 * story lets it. Its state is the offset at which it goes on.
 */
final class StagedSource extends NumberSequenceSource {
    private static final long serialVersionUID = 1L;

    StagedSource(int records) {
        super(0, records - 1);
    }

    @Override
    public SourceReader<Long, NumberSequenceSplit> createReader(SourceReaderContext context) {
        return new Reader(context);
    }

    private static final class Reader implements SourceReader<Long, NumberSequenceSplit> {
        private final SourceReaderContext context;
        private NumberSequenceSplit split;
        private long next;

        Reader(SourceReaderContext context) {
            this.context = context;
        }

        @Override
        public void start() {
            // After a restart the split is in the checkpoint; another one does not exist.
            if (split == null) {
                context.sendSplitRequest();
            }
        }

        @Override
        public void addSplits(List<NumberSequenceSplit> splits) {
            split = splits.get(0);
            next = split.from();
            try {
                Stage.started(next);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public InputStatus pollNext(ReaderOutput<Long> output) {
            if (Stage.takeCrash()) {
                throw new IllegalStateException("crash, as the story says");
            }
            if (split == null || !Stage.mayRead(next)) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            output.collect(next++);
            return next > split.to() ? InputStatus.END_OF_INPUT : InputStatus.MORE_AVAILABLE;
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            // Asked for before it is looked at, so that no change is missed.
            CompletableFuture<Void> change = Stage.nextChange();
            boolean isReady = split != null && Stage.mayRead(next);
            return isReady ? CompletableFuture.completedFuture(null) : change;
        }

        @Override
        public List<NumberSequenceSplit> snapshotState(long checkpoint) {
            return next > split.to() ? List.of() : List.of(new NumberSequenceSplit(split.splitId(), next, split.to()));
        }

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
    }
}
